const loadAll = () => {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) picture.loading = 'eager';
};

/** Pictures load lazily on scroll, so load all of them for print. */
export function loadPicturesForPrint(): void {
  window.addEventListener('beforeprint', loadAll);
  const print = matchMedia('print');
  print.addEventListener('change', ({ matches }) => matches && loadAll());
  // This module loads when the page is idle; it may already be printing.
  if (print.matches) loadAll();
}
