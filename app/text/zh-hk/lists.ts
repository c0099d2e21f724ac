/** Lists of articles. */
export const listsText = {
  breadcrumb: '目前位置',
  more: '載入更多',
  loading: '載入緊…',
  newer: '睇返新啲嘅',
  paging: '分頁',
  loaded: (count: number) => `多咗 ${count} 篇`,
  offline: '而家冇網絡，連返線再試。',
  page: (page: number) => `第 ${page} 頁`,
  titleOfPage: (title: string, page: number) => (page === 1 ? title : `${title}（第 ${page} 頁）`),
  categories: '類別',
  all: '全部',
  emptyTitle: '暫時未有內容',
  empty: '遲啲再嚟睇，或者返主頁睇吓有乜新嘢。',
  toHome: '返主頁',
  mostViewed: '最多人睇',
  mostViewedNote: '過去 7 日',
  ranksTo: (from: number, to: number) => `第 ${from} 至 ${to} 位`,
  articles: {
    titleOf: (category: string) => `${category}：最新熱話`,
    description: '香港人今日講緊乜：CR電台編輯同主持為你揀選城中熱話。',
  },
  highlights: {
    description: '錯過咗節目都唔怕：雷霆881、叱咤903、AM864 最精彩嘅片段同訪問，逐篇睇、逐段聽。',
  },
  columns: {
    description: '主持收咪之後仲有嘢講：CR電台各位 DJ 嘅專欄。',
    titleOf: (column: string) => `${column}：DJ 專欄`,
    newest: '最新文章',
    of: (host: string) => `主持：${host}`,
  },
} as const;
