"""Six lists as people really keep them, each in its own style; the people in them are invented."""

import io

import xlsxwriter


def _sheet(build):
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    build(book)
    book.close()
    return out.getvalue()


def _entry_form(page, book, *, numbered):
    """A 报名表: a title over all columns, a line of remarks, units merged over their players."""
    shift = 1 if numbered else 0
    page.merge_range(0, 0, 0, 5 + shift, "2026年全国象棋锦标赛报名表", book.add_format())
    page.write(1, 0, "填表日期：2026年11月1日")
    heading = [
        *(["序号"] if numbered else []),
        "代表单位", "姓 名", "性别", "出生年月日", "段位", "备注",
    ]  # fmt: skip
    for at, word in enumerate(heading):
        page.write(2, at, word)
    rows = [
        ("柔佛象棋总会", "陈志远", "男", "1990年5月1日", "三段", ""),
        ("", "林美玲", "女", "2001/3/9", "二段", "素食"),
        ("", "王  伟", "男", "１９８８．１２．３", "", ""),
        ("霹雳棋艺会", "黄学谦", "男", "1995.7.20", "初段", ""),
        ("", "李孟儒", "男", "199503", "未定级", ""),
    ]
    for line, row in enumerate(rows, 3):
        for at, cell in enumerate(row[1:], 1):
            page.write(line, at + shift, cell)
        if numbered:
            page.write(line, 0, line - 2)
    page.merge_range(3, shift, 5, shift, "柔佛象棋总会", book.add_format())
    page.merge_range(6, shift, 7, shift, "霹雳棋艺会", book.add_format())
    page.write(8, 0, "合计")
    page.write(8, 1 + shift, "5人")


def entry_form():
    """报名表 with title rows and merged units; a first sheet explains how to fill it in."""

    def build(book):
        page = book.add_worksheet("填表说明")
        page.write(0, 0, "一、请如实填写；二、加盖公章。")
        _entry_form(book.add_worksheet("报名表"), book, numbered=False)

    return _sheet(build)


def numbered_entry_form():
    """The same with 序号."""
    return _sheet(lambda book: _entry_form(book.add_worksheet("Sheet1"), book, numbered=True))


_ASKED = (
    "序号,提交答卷时间,所用时间,来源,来自IP,1、您的姓名,2、性别,3、手机号码,4、出生日期,"
    "5、参赛组别,6、所在学校,7、监护人姓名"
)
_ANSWERS = (
    (
        "88秒",
        "微信",
        "陈小明",
        "男",
        "13800000001",
        "2012-05-01",
        "少年组",
        "深圳实验学校",
        "陈大明",
    ),
    ("61秒", "微信", "林欣然", "女", "13800000002", "2013/3/9", "少年组", "广州第一小学", "林一"),
    ("75秒", "链接", "赵一诺", "女", "13800000003", "2009.11.30", "青年组", "佛山中学", "赵二"),
)


def questionnaire():
    """An export of an online questionnaire, saved by Excel on a Chinese Windows: GBK."""
    lines = [
        ",".join([str(number), "2026/10/3 9:12:44", *row[:2], "1.2.3.4(广东-深圳)", *row[2:]])
        for number, row in enumerate(_ANSWERS, 1)
    ]
    return "\r\n".join([_ASKED, *lines]).encode("gbk")


MALAY_FORM = """\
Timestamp\tNama Penuh (seperti dalam IC)\tJantina\tTarikh Lahir\tNegeri\tNo. Telefon\tE-mel
1/10/2026 8:00:01\tAhmad Firdaus bin Ali\tLelaki\t31/12/2008\tJohor\t012-3456789\ta@example.com
1/10/2026 8:05:20\tNurul Aina binti Hassan\tPerempuan\t9/3/2011\tPerak\t013-3456789\tn@example.com
2/10/2026 9:00:00\tLee Wei Jian\tLelaki\t5/1/2010\tPulau Pinang\t014-3456789\tl@example.com
"""


def malay_form():
    """A Google form in Malay, copied out of the sheet: tabs between the cells."""
    return MALAY_FORM.encode()


def go_list():
    """A list of a Go club: two columns of names, grades and pins."""
    rows = [
        ("Last name", "First name", "Grade", "Club", "Country", "PIN"),
        ("Keller", "Jonas", "3d", "Mue", "DE", "12345678"),
        ("Marchand", "Hugo", "2k", "Par", "FR", "12345679"),
        ("Sokolov", "Alexei", "5 dan", "Mos", "RU", "12345680"),
    ]

    def build(book):
        page = book.add_worksheet("Players")
        for line, row in enumerate(rows):
            for at, cell in enumerate(row):
                page.write(line, at, cell)

    return _sheet(build)


HONG_KONG = """\
編號,中文姓名,英文姓名,性別,出生年份,學校名稱,等級分,聯絡電話
1,陳紅棋,Chan Hung Kei,男,2010,聖保羅書院,1650,91234567
2,黃子琳,Wong Tsz Lam,女,2011,拔萃女書院,未定級,91234568
"""


def hong_kong():
    """A Hong Kong list in traditional characters, in Big5."""
    return HONG_KONG.encode("big5hkscs")


LISTS = {
    "entry form": ("报名表.xlsx", entry_form),
    "numbered entry form": ("报名表2.xlsx", numbered_entry_form),
    "questionnaire": ("问卷.csv", questionnaire),
    "malay form": ("paste.txt", malay_form),
    "go list": ("players.xlsx", go_list),
    "hong kong": ("名單.csv", hong_kong),
}
