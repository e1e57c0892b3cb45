"""What is shown: pure read models of a competition. No HTML, no sentences, no storage."""
