"""Forms that somebody else proposes for a sentence that the grammar refused, and their check.

The grammar refuses a sentence with a word that it does not know. Two readers may understand it
nevertheless: a language model proposes a form, and the grammar reads the sentence without the
words that frame it (`relaxed`). Neither is believed alone: a form counts where both agree and every
part of the sentence is in it and nothing else (`verifier`).
"""
