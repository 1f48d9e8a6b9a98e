"""Questions and claims: words to forms by the grammar, forms to answers by the evaluator."""

from diagnostics.questions.checking import check_form
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.questions_in_words import answer, verify
from diagnostics.questions.reply import answer_form

__all__ = ["Workspace", "answer", "answer_form", "check_form", "verify"]
