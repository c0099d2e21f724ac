/**
 * Browser half of the bot check's stand-in: the part of Turnstile's script that pages use. It passes automatically and
 * issues a single-use token.
 */
export const WIDGET_SCRIPT = `(() => {
  const widgets = new Map();
  let count = 0;
  const solve = (id) => {
    const widget = widgets.get(id);
    if (!widget) return;
    widget.token = 'SANDBOX.' + crypto.randomUUID() + (widget.options.action ? '.action-' + widget.options.action : '');
    widget.options.callback?.(widget.token);
  };
  window.turnstile = {
    render(place, options) {
      const element = typeof place === 'string' ? document.querySelector(place) : place;
      const id = 'sandbox-' + ++count;
      const box = document.createElement('p');
      box.textContent = '\\u2713 真人驗證：已經通過';
      box.dataset.sandboxWidget = id;
      element.append(box);
      widgets.set(id, { element, box, options, token: '' });
      setTimeout(() => solve(id), 50);
      return id;
    },
    getResponse: (id) => widgets.get(id)?.token ?? '',
    reset(id) {
      const widget = widgets.get(id);
      if (widget) widget.token = '';
      setTimeout(() => solve(id), 50);
    },
    remove(id) {
      widgets.get(id)?.box.remove();
      widgets.delete(id);
    },
  };
})();
`;
