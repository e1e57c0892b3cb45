"""What other sites, messengers and readers without a line get of the public pages.

Nobody is signed in here: a page of this room is the same for everybody who reads a language, has
no form and uses no cookie but the language's, so it may stand in anybody's frame.
"""
