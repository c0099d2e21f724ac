import { publicPage } from '#app/cache.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** Web app manifest, for the home screen of phones. */
export function loader() {
  const icon = (side: number, purpose: 'any' | 'maskable', name: string) => ({
    src: `/${name}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: paths.home(),
    name: seoText.siteName,
    short_name: seoText.siteName,
    description: seoText.siteDescription,
    lang: 'zh-Hant-HK',
    dir: 'ltr',
    start_url: paths.home(),
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#14110e',
    categories: ['music', 'news', 'entertainment'],
    icons: [icon(192, 'any', 'icon-192'), icon(512, 'any', 'icon-512'), icon(512, 'maskable', 'icon-maskable-512')],
    shortcuts: CHANNEL_IDS.map((id) => ({ name: channelText[id].name, url: paths.live(id) })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      ...publicPage({ freshSeconds: 3600, staleSeconds: 86_400, tags: ['manifest'] }),
      'Content-Type': 'application/manifest+json; charset=utf-8',
    },
  });
}
