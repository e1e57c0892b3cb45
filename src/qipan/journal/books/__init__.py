"""Books in the journal: editions under which competitions are held, and drafts of own books."""
