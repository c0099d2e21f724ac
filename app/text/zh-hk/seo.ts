/** Descriptions for search engines and shared links. One sentence each, formal written Chinese where factual. */
export const seoText = {
  siteName: 'CR電台',
  siteTitle: 'CR電台｜雷霆881 · 叱咤903 · AM864 網上直播',
  siteDescription: '即時收聽雷霆881、叱咤903、AM864 三台直播，可以由頭聽過；睇埋節目表、所有節目同主持。',
  title: (page: string) => `${page}｜CR電台`,
  keyArtOf: (title: string) => `${title}節目圖`,
  podcastOf: (title: string) => `${title}（Podcast）`,
  portraitOf: (name: string) => `${name}相片`,
  home: '主頁',
} as const;
