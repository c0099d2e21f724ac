"""Converts the lettering of fixtures/art/*.svg to outlines, so that no font is needed to render a picture.
Run manually after make.ts, on a machine with fonts-noto-cjk and python3-fonttools (Debian)."""
import pathlib
import re

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc'
ART = pathlib.Path(__file__).resolve().parents[2] / 'fixtures' / 'art'
font = next(f for f in TTCollection(FONT).fonts if 'CJK HK' in f['name'].getDebugName(4) and 'Mono' not in f['name'].getDebugName(4))
glyphs, cmap, units = font.getGlyphSet(), font.getBestCmap(), font['head'].unitsPerEm


def attr(tag, name, default=''):
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found.group(1) if found else default


def outline(match):
    tag, words = match.group(1), match.group(2).replace('&amp;', '&')
    size, x, y = float(attr(tag, 'font-size')), float(attr(tag, 'x', '0')), float(attr(tag, 'y', '0'))
    scale, spacing = size / units, float(attr(tag, 'letter-spacing', '0') or 0)
    names = [cmap.get(ord(c), '.notdef') for c in words]
    width = sum(glyphs[n].width * scale + spacing for n in names)
    x -= {'middle': width / 2, 'end': width}.get(attr(tag, 'text-anchor'), 0)
    d = ''
    for name in names:
        pen = SVGPathPen(glyphs, ntos=lambda v: f'{v:.1f}'.rstrip('0').rstrip('.'))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        d += pen.getCommands()
        x += glyphs[name].width * scale + spacing
    keep = ''.join(f' {a}="{attr(tag, a)}"' for a in ('transform', 'opacity') if attr(tag, a))
    return f'<path d="{d}" fill="{attr(tag, "fill", "#14110e")}"{keep}/>'


for file in sorted(ART.glob('*.svg')):
    before = file.read_text(encoding='utf-8')
    after = re.sub(r'<text\b([^>]*)>([^<]*)</text>', outline, before)
    if after != before:
        file.write_text(after, encoding='utf-8')
