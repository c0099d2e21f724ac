import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import type { MenuItem } from './menu.ts';

const LEGAL_WINDOW = 'popup,width=820,height=860';

/** Legal pages, each opened in its own window. */
export const LEGAL: readonly MenuItem[] = [
  { key: 'terms', text: infoText.names.terms, link: paths.bilingual('terms') },
  { key: 'privacy', text: infoText.names.privacy, link: paths.bilingual('privacy') },
  { key: 'copyright', text: infoText.names.copyright, link: paths.bilingual('copyright') },
  { key: 'faq', text: infoText.names.faq, link: paths.monolingual('faq') },
  { key: 'about', text: infoText.footer.about, link: paths.bilingual('aboutCR') },
].map((item) => ({ ...item, window: { name: `airwave-${item.key}`, features: LEGAL_WINDOW } }));
