/** Page names of the traffic section, in the menu of every page. */
export const trafficNames = {
  title: '交通',
  main: '交通主頁',
  aim: '關於合作社',
  info: '路況',
  highlight: '交通精選',
  hotline: '熱線同報失',
  fund: '路訊基金',
  data: '實用資料',
  phonograph: '馬路留聲機',
};
