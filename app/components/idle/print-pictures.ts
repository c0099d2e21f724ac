const loadAll = () => {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) picture.loading = 'eager';
};

/** Pictures wait until they are scrolled to; on paper nobody scrolls. */
export function loadPicturesForPrint(): void {
  window.addEventListener('beforeprint', loadAll);
  const print = matchMedia('print');
  print.addEventListener('change', ({ matches }) => matches && loadAll());
  // This comes when the page has nothing else to do: it may be on its way to paper by then.
  if (print.matches) loadAll();
}
