"""The words the whole house shares. Imports nothing of ours but itself."""
