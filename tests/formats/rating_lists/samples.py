"""Lists as federations write them: a few rows each, with made-up people."""

EGD = b"""<html><head><title>EGD</title></head><body><pre>
 EGF GoR list

   Pin     Name                                  Co  Club  Grade  Prop  GoR   Tourn  Last
  19574643  Abadi Jahin                           FR  38GJ   20k   --     15     2  T200202B
  10254318  Kulkova Andrea                        CZ  Prah   6d    --   2662   101  T250101A
  10254319  M\xc3\xbcller Jan                            DE  B     3k    2k   1790    11  T250101A
</pre></body></html>
"""
AGA = (
    b"Abe, Yoko\t7241\tFull\t3.11361\t1/6/2027\tNONE\tCA\t0.26\t\n"
    b"Doe, Joan\t99\tYouth\t-4.6\t1/6/2027\tNYGC\tNY\t0.8\t\n"
)
AXF = (
    "序号,姓名,拼音,等级分,注册号,国家\n"
    "1,王小天,Wang Xiaotian,2642,X1,中国\n2,陈乐,Chen Le,2500,X2,新加坡\n"
)


def fide(rows=(("35077023", "Kumar, Anand", "IND", "M", "", "", "1986"),)):
    """Write the fixed columns of the combined list."""
    head = (
        f"{'ID Number':15}{'Name':61}{'Fed':4}{'Sex':4}{'Tit':5}{'WTit':5}{'OTit':15}{'FOA':4}"
        f"{'SRtng':6}{'SGm':4}{'SK':3}{'RRtng':6}{'RGm':4}{'Rk':3}{'BRtng':6}{'BGm':4}{'BK':3}"
        f"{'B-day':6}Flag"
    )
    lines = [
        f"{id_:15}{name:61}{fed:4}{sex:4}{title:5}{'':5}{'':15}{'':4}"
        f"{rating:6}{'':4}{'':3}{'':6}{'':4}{'':3}{'':6}{'':4}{'':3}{born:6}"
        for id_, name, fed, sex, title, rating, born in rows
    ]
    return "\n".join([head, *lines]).encode()


FIDE_XML = (
    b'<?xml version="1.0"?><playerslist><player><fideid>5</fideid><name>Li, Weiwei</name>'
    b"<country>CHN</country><sex>F</sex><title>WGM</title><rating>2400</rating>"
    b"<birthday>1990</birthday></player></playerslist>"
)
