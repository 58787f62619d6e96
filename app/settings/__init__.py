"""Settings: the frozen model (``model``), its file (``file``), and the folders of this person's Voxnotch (``paths``).

Nothing is imported here: ``model`` brings pydantic, about 100 ms that the first frame of the notch must not wait for.
"""
