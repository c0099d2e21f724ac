/** A page of the site that is not an article, found by its name and aliases. */
export interface SitePage {
  /** Its path. */
  path: string;
  title: string;
  otherNames: string[];
  summary: string;
}

const page = (path: string, title: string, otherNames: string[], summary: string): SitePage => ({
  path,
  title,
  otherNames,
  summary,
});

/** The sections of the site. Their position is their number in the index, so append new ones at the end. */
export const SITE_PAGES: readonly SitePage[] = [
  page('/traffic', '交通', ['路況', '交通消息', '交通主頁'], '即時路況、交通精選同報料熱線。'),
  page('/news', '新聞', ['即時新聞', '新聞主頁'], '港聞、兩岸、國際、財經同體育新聞。'),
  page('/timetable/881', '節目表', ['節目時間', '今日節目'], '三個頻道今日同未來一星期嘅節目。'),
  page('/program', '節目', ['全部節目'], '三個頻道嘅全部節目。'),
  page('/host', '主持', ['全部主持'], '三個頻道嘅主持。'),
  page('/program/archives', '節目重溫', ['重溫', '聲音檔案'], '三個頻道播過嘅節目，逐日逐段重溫。'),
  page('/chart', '流行榜', ['歌曲', '叱咤樂壇'], '每星期嘅流行榜。'),
  page('/crgovideo', '影視', ['電影', '影片'], '可以租看嘅影片同現場節目。'),
];
