"""Finding moves that nobody at the table makes: here, in threads, or in a process of its own."""
