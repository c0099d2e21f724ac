const loadAll = () => {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) picture.loading = 'eager';
};

/** Pictures wait until they are scrolled to; on paper nobody scrolls. */
export function loadPicturesForPrint(): void {
  window.addEventListener('beforeprint', loadAll);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && loadAll());
}
