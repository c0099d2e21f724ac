/**
 * Browser half of the ad server's stand-in: the part of the Google Publisher Tag API that publishers' frames use.
 * Decisions come from `/gampad/ads`; creatives are rendered in a frame without an origin.
 */
export const tagScript = (base: string): string => `(() => {
  const base = ${JSON.stringify(base)};
  const early = (window.googletag && window.googletag.cmd) || [];
  const slots = [];
  const heard = {};
  const state = { isEnabled: false, isInitial: true, isSingle: false, privacy: {}, shared: {} };
  const tell = (name, event) => {
    for (const listener of [...(heard[name] || [])]) {
      try { listener({ serviceName: 'publisher_ads', ...event }); } catch (error) { setTimeout(() => { throw error; }); }
    }
  };
  const targetingOf = (slot) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...state.shared, ...slot.targeting }))
      query.set(key, [].concat(value).join(','));
    return query.toString();
  };
  const words = (sizes) => (sizes === 'fluid' ? 'fluid' : (typeof sizes[0] === 'number' ? [sizes] : sizes)
    .map((size) => (typeof size === 'string' ? size : size.join('x'))).join('|'));

  async function ask(slot) {
    const turn = ++slot.turn;
    tell('slotRequested', { slot: slot.api });
    const query = new URLSearchParams({
      iu: slot.unit, sz: words(slot.sizes), cust_params: targetingOf(slot), url: state.url || location.href,
      ltd: state.privacy.limitedAds ? '1' : '0', npa: state.privacy.nonPersonalizedAds ? '1' : '0',
    });
    let decided = { isEmpty: true };
    try {
      const reply = await fetch(base + '/gampad/ads?' + query, { credentials: 'omit' });
      if (reply.ok) decided = await reply.json();
    } catch {}
    if (turn !== slot.turn) return;
    tell('slotResponseReceived', { slot: slot.api });
    draw(slot, decided);
  }

  function draw(slot, decided) {
    slot.frame?.remove();
    slot.stopWatching?.();
    slot.frame = null;
    const element = document.getElementById(slot.elementId);
    if (decided.isEmpty || !element) {
      tell('slotRenderEnded', { slot: slot.api, isEmpty: true, size: null });
      return;
    }
    const isFluid = decided.size === 'fluid';
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
    frame.title = '\\u5ee3\\u544a';
    frame.style.cssText = 'border:0;display:block;overflow:hidden';
    frame.scrolling = 'no';
    frame.width = isFluid ? '100%' : decided.size[0];
    frame.height = isFluid ? '100%' : decided.size[1];
    frame.srcdoc = '<!doctype html><meta charset="utf-8"><body style="margin:0;overflow:hidden">' + decided.html;
    frame.addEventListener('load', () => tell('slotOnload', { slot: slot.api }), { once: true });
    slot.frame = frame;
    element.append(frame);
    new Image().src = decided.impression;
    tell('slotRenderEnded', {
      slot: slot.api, isEmpty: false, size: isFluid ? 'fluid' : decided.size, advertiserId: decided.advertiser,
      creativeId: decided.creative, lineItemId: decided.lineItem, campaignId: decided.why,
    });
    slot.stopWatching = watch(slot, frame);
  }

  /** Half of it in view for a second. */
  function watch(slot, frame) {
    let timer = 0;
    const seen = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry || entry.intersectionRatio < 0.5) return;
      timer = setTimeout(() => { seen.disconnect(); tell('impressionViewable', { slot: slot.api }); }, 1000);
    }, { threshold: [0.5] });
    seen.observe(frame);
    return () => { clearTimeout(timer); seen.disconnect(); };
  }

  function defineSlot(unit, sizes, elementId) {
    if (typeof unit !== 'string' || slots.some((other) => other.elementId === elementId)) return null;
    const slot = { unit, sizes, elementId, targeting: {}, turn: 0, frame: null, isShown: false };
    slot.api = {
      addService: () => slot.api,
      setTargeting: (key, value) => { slot.targeting[key] = value; return slot.api; },
      clearTargeting: (key) => { if (key === undefined) slot.targeting = {}; else delete slot.targeting[key]; return slot.api; },
      getTargeting: (key) => [].concat(slot.targeting[key] ?? []),
      updateTargetingFromMap: (map) => { Object.assign(slot.targeting, map); return slot.api; },
      setConfig: (config) => { Object.assign(slot.targeting, config?.targeting); return slot.api; },
      defineSizeMapping: () => slot.api,
      setCollapseEmptyDiv: () => slot.api,
      getAdUnitPath: () => slot.unit,
      getSlotElementId: () => slot.elementId,
      getSizes: () => slot.sizes,
    };
    slots.push(slot);
    return slot.api;
  }

  const pubads = {
    setPrivacySettings: (settings) => { Object.assign(state.privacy, settings); return pubads; },
    setRequestNonPersonalizedAds: (isOn) => { state.privacy.nonPersonalizedAds = Boolean(isOn); return pubads; },
    enableSingleRequest: () => (state.isSingle = true),
    disableInitialLoad: () => { state.isInitial = false; },
    enableLazyLoad: () => {},
    collapseEmptyDivs: () => true,
    setCentering: () => {},
    setForceSafeFrame: () => pubads,
    setSafeFrameConfig: () => pubads,
    setTargeting: (key, value) => { state.shared[key] = value; return pubads; },
    clearTargeting: () => { state.shared = {}; return pubads; },
    set: (key, value) => { if (key === 'page_url') state.url = String(value); return pubads; },
    getSlots: () => slots.map((slot) => slot.api),
    addEventListener: (name, listener) => { (heard[name] ||= new Set()).add(listener); return pubads; },
    removeEventListener: (name, listener) => Boolean(heard[name]?.delete(listener)),
    refresh: (which) => {
      for (const slot of slots) if (!which || which.includes(slot.api)) void ask(slot);
    },
    clear: () => true,
  };

  function display(target) {
    const id = typeof target === 'string' ? target : (target?.id ?? target?.getSlotElementId?.());
    const slot = slots.find((one) => one.elementId === id);
    if (!slot || !state.isEnabled || slot.isShown) return;
    slot.isShown = true;
    if (state.isInitial) void ask(slot);
  }

  function destroySlots(which) {
    for (const slot of [...slots]) {
      if (which && !which.includes(slot.api)) continue;
      slot.turn++;
      slot.stopWatching?.();
      slot.frame?.remove();
      slots.splice(slots.indexOf(slot), 1);
    }
    return true;
  }

  const run = (command) => { try { command(); } catch (error) { setTimeout(() => { throw error; }); } return 1; };
  window.googletag = Object.assign(window.googletag || {}, {
    apiReady: true,
    pubadsReady: true,
    cmd: { push: (...commands) => commands.map(run).length },
    defineSlot,
    display,
    destroySlots,
    pubads: () => pubads,
    enableServices: () => { state.isEnabled = true; },
    setConfig: (config) => { if (config?.disableInitialLoad) state.isInitial = false; },
    getVersion: () => 'world-1',
  });
  for (const command of early) run(command);
})();
`;
