"""Pages of who organises a competition as a whole: making it, roles, cards, webhooks, the audit."""
