"""Rating lists as federations publish them: how each is written is data, a form.

Forms of ours lie in ``forms/``; a list of another federation is read as whoever brings it says, and
that is kept with the list for the next one of the same name.
"""
