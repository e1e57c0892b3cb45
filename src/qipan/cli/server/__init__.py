"""Commands for whoever runs a server: serving, roles of a process, storage, verification."""
