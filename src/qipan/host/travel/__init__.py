"""An event that travels: files in and out, and copies that are kept elsewhere."""
