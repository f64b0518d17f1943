"""The usual way to split a 10-K into items: BeautifulSoup over lxml for the text, then one regular expression
per item and the longest match. It is written from that description, to be measured next to assay in the
same run; it is not a copy of an existing program. Usage: baseline.py DIR-OF-filings
"""
import glob, gzip, os, re, sys, time, warnings

import bs4
import lxml

warnings.filterwarnings("ignore")

ORDER = "1 1A 1B 1C 2 3 4 5 6 7 7A 8 9 9A 9B 9C 10 11 12 13 14 15 16".split()
BREAKS = re.compile(r"</(?:div|tr|p|li|h[1-6])>|<br[^>]*>", re.I)


def text_of(page):
    soup = bs4.BeautifulSoup(BREAKS.sub(lambda m: m.group(0) + "\n", page), "lxml")
    for tag in soup.find_all(["script", "style", "ix:header"]):
        tag.decompose()
    return re.sub(r"[ \t\u00a0\u200b]+", " ", soup.get_text())


def items_of(text):
    found, at = {}, 0
    for i, item in enumerate(ORDER):
        head = r"\n\s*items?\s*%s\b[\s.:\u2014-]" % re.escape(item)
        best = None
        for later in ORDER[i + 1:] + [None]:
            tail = r"\n\s*signatures?\s*\n" if later is None else r"\n\s*items?\s*%s\b[\s.:\u2014-]" % re.escape(later)
            for m in re.finditer(head + r"(?:(?!%s)[\s\S])*?(?=%s)" % (tail, tail), text[at:], re.I):
                if best is None or m.end() - m.start() > best[1] - best[0]:
                    best = (m.start(), m.end())
            if best:
                break
        if best:
            found[item] = text[at + best[0]:at + best[1]]
            at += best[1]
    return found


def main(root):
    paths = sorted(glob.glob(os.path.join(root, "10k", "sp_*.gz")))[::4]
    if not paths:
        sys.exit("no filings under " + root)
    size = items = 0
    begin = time.process_time()
    for path in paths:
        page = gzip.open(path, "rb").read().decode("utf-8", "replace")
        size += len(page)
        items += len(items_of(text_of(page)))
    seconds = time.process_time() - begin
    print("| tool | filings | MB | MB/s per core | items per filing |")
    print("| --- | --- | --- | --- | --- |")
    print("| BeautifulSoup %s, lxml %s, regular expressions | %d | %.0f | %.2f | %.1f |" % (
        bs4.__version__, lxml.__version__, len(paths), size / 1e6, size / 1e6 / seconds, items / len(paths)))


main(sys.argv[1])
