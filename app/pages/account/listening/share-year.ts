import { notify } from '#app/components/shell/dialogs.ts';
import { hasShareSheet, openShareSheet } from '#app/components/article/share-or-copy.ts';
import { myYearText as text } from '#app/text/zh-hk/my-year.ts';
import type { YearFigures } from './year-figures.ts';

// A picture of the year, drawn in the browser at a press. It leaves the browser only if the member shares it.

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 96;
const FONT = '"PingFang HK", "Noto Sans TC", sans-serif';

/** The name shortened to the width of the picture. */
function fitted(context: CanvasRenderingContext2D, words: string): string {
  const letters = Array.from(words);
  while (letters.length > 1 && context.measureText(letters.join('')).width > WIDTH - 2 * MARGIN) letters.pop();
  return letters.length < Array.from(words).length ? `${letters.slice(0, -1).join('')}…` : words;
}

async function draw(year: number, figures: YearFigures, song: string | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const ink = getComputedStyle(document.documentElement);
  const colour = (name: string) => ink.getPropertyValue(name).trim();
  context.fillStyle = colour('--yellow-500');
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour('--ink-950');
  const write = (words: string, y: number, size: number) => {
    context.font = `700 ${size}px ${FONT}`;
    context.fillText(fitted(context, words), MARGIN, y);
  };
  write(text.shareTitle(year), 170, 64);
  write(text.minutesOf(figures.minutes), 390, 140);
  write(`${text.daysOf(figures.days)} · ${text.songsOf(figures.songs)}`, 500, 64);
  const [program] = figures.programs;
  if (program) {
    write(text.topProgram, 690, 40);
    write(program.title, 770, 72);
  }
  if (song !== null) {
    write(text.topSong, 910, 40);
    write(song, 990, 64);
  }
  // The dial of the station.
  const most = Math.max(1, ...figures.months);
  const step = (WIDTH - 2 * MARGIN) / 12;
  for (const [month, minutes] of figures.months.entries()) {
    const height = Math.max(4, (minutes / most) * 140);
    context.fillRect(MARGIN + month * step, 1210 - height, step - 12, height);
  }
  write(text.station, 1290, 44);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Shares the picture by the share sheet, else downloads it. */
export async function shareYear(year: number, figures: YearFigures, song: string | null): Promise<void> {
  try {
    const blob = await draw(year, figures, song);
    if (blob === null) return notify(text.shareFailed, 'info');
    const file = new File([blob], `airwave-${year}.png`, { type: 'image/png' });
    const data = { title: text.shareTitle(year), files: [file] };
    if (hasShareSheet(data) && (await openShareSheet(data))) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    URL.revokeObjectURL(link.href);
    notify(text.saved);
  } catch {
    notify(text.shareFailed, 'info');
  }
}
