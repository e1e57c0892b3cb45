"""What the journal of a section says under its book: stage, system, tables, matches, places.

Pure functions of the state, shared by decisions (``desk``) and pictures of it (``views``). Nothing
here changes anything, and nothing here is a sentence.
"""
