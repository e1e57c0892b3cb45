"""Repairs at the desk: the bar after every act, the log of acts, an entry put right."""

from qipan.web.desk.repair import amend, log, section_page

BESIDE = (log.PAGE, amend.PAGE, section_page.PAGE)
