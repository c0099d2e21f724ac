import { campaignDetails } from '#db/tables/campaigns.ts';
import { orders } from '#db/tables/payments.ts';
import type { PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. Its other tables contain order ids and no names. */
export const CAMPAIGNS_PERSONAL = {
  campaignDetails: {
    table: campaignDetails,
    column: orders.memberId,
    by: 'memberId',
    through: { own: campaignDetails.orderId, other: orders.id },
    title: '眾籌及限量發售資料',
    shown: {
      orderId: '訂單編號',
      airName: '讀出的名字',
      airNameState: '名字審核狀態',
      isNamed: '同意列名',
      recipient: '收件人',
      phoneNo: '電話號碼',
      addressLines: '地址',
      place: '地區或城市',
      postcode: '郵政編號',
      country: '國家或地區',
      updatedAt: '更新時間',
    },
    withheld: {},
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
