/**
 * The browser side of the stand-in: the part of `checkout.min.js` that pages use. Attributes of its script element name
 * the page's callbacks, which are functions of the window.
 */
export const CHECKOUT_SCRIPT = `(() => {
  const script = document.currentScript;
  const base = script.src.replace(/\\/static\\/checkout\\/.*$/, '');
  let sessionId = '';
  const tell = (name, ...about) => {
    const heard = window[script.dataset[name] ?? ''];
    if (typeof heard === 'function') heard(...about);
  };
  const address = (how) => base + '/checkout/' + how + '/' + encodeURIComponent(sessionId);
  const isReady = () => {
    if (sessionId) return true;
    tell('error', { cause: 'INVALID_REQUEST', explanation: 'Checkout.configure was not called', field: 'session.id' });
    return false;
  };
  window.Checkout = {
    configure(options) {
      sessionId = options?.session?.id ?? '';
    },
    showPaymentPage() {
      if (isReady()) window.location.assign(address('page'));
    },
    showEmbeddedPage(selector) {
      const place = document.querySelector(selector);
      if (!isReady() || !place) return;
      const frame = document.createElement('iframe');
      frame.src = address('embedded');
      frame.title = 'Payment';
      frame.style.cssText = 'width:100%;height:720px;border:0';
      place.replaceChildren(frame);
      window.addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || typeof data?.mpgs !== 'string') return;
        if (data.mpgs === 'complete') tell('complete', { resultIndicator: data.resultIndicator, sessionVersion: data.sessionVersion });
        else if (data.mpgs === 'cancel') tell('cancel');
        else if (data.mpgs === 'timeout') tell('timeout');
      });
    },
  };
})();
`;
