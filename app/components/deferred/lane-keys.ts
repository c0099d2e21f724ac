/** Arrow keys, Home and End move between the programmes of a lane (`data-lane`, a list). */
export function moveAlongLanes(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const lane = target instanceof HTMLAnchorElement ? target.closest('[data-lane]') : null;
    if (lane === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Each programme by its first link.
    const links = [...lane.children].flatMap((block) => block.querySelector('a') ?? []);
    const at = links.findIndex((link) => link.parentElement?.closest('li') === (target as Element).closest('li'));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    links[to]?.focus();
  });
}
