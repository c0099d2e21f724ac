/** The search box of every page, and its suggestions. */
export const searchFieldText = {
  label: '搜尋節目、新聞、主持',
  short: '搜尋',
  placeholder: '節目、新聞、主持、歌名',
  submit: '搜尋',
  clear: '清除',
  ask: '請輸入關鍵字',
  suggestions: '建議',
  suggestionCount: (count: number) => (count === 0 ? '' : `有 ${count} 個建議，用上下鍵揀`),
  /** Types without a ContentType. */
  untyped: { host: '主持', song: '歌曲', singer: '歌手', page: '資訊' } as Readonly<Record<string, string>>,
} as const;
