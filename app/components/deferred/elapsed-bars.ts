import { elapsedPercent, onTick, tickNow } from '#app/components/hooks/use-clock.ts';
import { shell } from '#app/text/zh-hk/shell.ts';

/** Moves the progress bars of static HTML, which React does not render. They name their span: `data-elapsed`. */
export function keepElapsedTrue(): void {
  let lastMs = tickNow();
  onTick(() => {
    if (lastMs === tickNow()) return;
    lastMs = tickNow();
    for (const bar of document.querySelectorAll<HTMLElement>('[data-elapsed]')) {
      const [startsAtMs = 0, endsAtMs = 1] = (bar.dataset.elapsed ?? '').split(' ').map(Number);
      const percent = elapsedPercent(lastMs, startsAtMs, endsAtMs);
      if (bar instanceof HTMLProgressElement) bar.value = percent;
      else {
        if (bar.role === 'progressbar') {
          bar.ariaValueNow = String(percent);
          bar.ariaValueText = shell.progressValue(percent);
        }
        (bar.firstElementChild as HTMLElement).style.transform = `scaleX(${percent / 100})`;
      }
    }
  });
}
