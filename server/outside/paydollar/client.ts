import { GatewayRefused, GatewaySilent } from '#domain/payments/gateway.types.ts';
import { callProvider } from '#server/outside/provider-call.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { childrenOf, parseXml, textOf, XmlFault, type XmlElement } from './xml.ts';

export interface PaydollarClientOptions {
  /** Base for the calls of the server, such as `https://www.paydollar.com/b2c2/eng`. */
  url: string;
  merchantId: string;
  /** Of the API, apart from those of the merchant's own pages. */
  loginId: string;
  password: string;
  timeoutMs?: number;
  pauseMs?: number;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** The API answers errors as a form line, also where it answers XML otherwise. */
const readLine = (text: string): URLSearchParams | null =>
  /^\s*resultCode=/.test(text) ? new URLSearchParams(text.trim()) : null;

function readXml(what: string, text: string, root: string): XmlElement {
  try {
    const element = parseXml(text);
    if (element.name === root) return element;
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
  }
  throw new GatewaySilent(`${what}: an answer that cannot be read`);
}

const refusalOf = (line: URLSearchParams): GatewayRefused =>
  new GatewayRefused(line.get('resultCode') ?? '', (line.get('errMsg') ?? '').slice(0, 200));

/** PayDollar's calls from server to server. None of them has a field for a card number. */
export function paydollarClient({
  url,
  merchantId,
  loginId,
  password,
  timeoutMs = OUTSIDE_LIMITS.paymentsTimeoutMs,
  pauseMs,
}: PaydollarClientOptions) {
  async function post(what: string, path: string, fields: Fields, mayRepeat: boolean): Promise<string> {
    const { status, text } = await callProvider({
      what: `PayDollar ${what}`,
      method: 'POST',
      url: `${url}/${path}`,
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
      timeoutMs,
      mayRepeat,
      ...(pauseMs === undefined ? {} : { pauseMs }),
    });
    if (status !== 200) throw new GatewaySilent(`PayDollar ${what}: HTTP ${status}`);
    return text;
  }

  const api = (what: string, path: string, fields: Fields, mayRepeat: boolean) =>
    post(what, path, [['merchantId', merchantId], ['loginId', loginId], ['password', password], ...fields], mayRepeat);

  /** Something of an order is changed. Throws `GatewayRefused` where it was not. */
  async function change(actionType: string, fields: Fields, mayRepeat: boolean): Promise<void> {
    const text = await api(actionType, 'merchant/api/orderApi.jsp', [['actionType', actionType], ...fields], mayRepeat);
    const line = readLine(text);
    if (!line) throw new GatewaySilent(`PayDollar ${actionType}: an answer that cannot be read`);
    if (line.get('resultCode') !== '0') throw refusalOf(line);
  }

  /** Members and their cards: XML with a verdict of its own. */
  async function member(
    what: string,
    page: 'Membership' | 'MemberPay',
    fields: Fields,
    mayRepeat: boolean,
  ): Promise<XmlElement> {
    const root = page === 'Membership' ? 'membershipresponse' : 'memberpayresponse';
    const text = await api(what, `merchant/api/${page}Api.jsp`, fields, mayRepeat);
    const line = readLine(text);
    if (line) throw refusalOf(line);
    const reply = readXml(`PayDollar ${what}`, text, root);
    const status = childrenOf(reply, 'responsestatus')[0];
    const code = status ? textOf(status, 'responsecode') : '';
    if (code !== '0') throw new GatewayRefused(code, status ? textOf(status, 'responsemessage') : '');
    const response = childrenOf(reply, 'response')[0];
    if (!response) throw new GatewaySilent(`PayDollar ${what}: an answer that cannot be read`);
    return response;
  }

  return {
    /** Every try of an order; none where nobody tried yet. */
    async triesOf(orderRef: string): Promise<XmlElement[]> {
      const text = await api(
        'Query',
        'merchant/api/orderApi.jsp',
        [
          ['actionType', 'Query'],
          ['orderRef', orderRef],
        ],
        true,
      );
      const line = readLine(text);
      if (line) throw refusalOf(line);
      return childrenOf(readXml('PayDollar Query', text, 'records'), 'record');
    },

    /** A second one is refused and does nothing, so it may be asked again. */
    voidPayment: (payRef: string) => change('Void', [['payRef', payRef]], true),

    /** Never asked again: a second would give the money back twice. The number comes back as `remark` in a query. */
    refund: (word: string, refund: { payRef: string; amount: string; number: string }) =>
      change(
        word,
        [
          ['payRef', refund.payRef],
          ['amount', refund.amount],
          ['remark', refund.number],
        ],
        false,
      ),

    async deleteSchedule(mSchPayId: string): Promise<void> {
      const fields: Fields = [
        ['actionType', 'DeleteSchPay'],
        ['mSchPayId', mSchPayId],
      ];
      const line = readLine(await api('DeleteSchPay', 'merchant/api/schPayApi.jsp', fields, true));
      if (!line) throw new GatewaySilent('PayDollar DeleteSchPay: an answer that cannot be read');
      // What was done before is done.
      if (line.get('resultCode') !== '0' && !/\balready\b/i.test(line.get('errMsg') ?? '')) throw refusalOf(line);
    },

    /** A schedule with each of its charges; null where there is none. */
    async schedule(mSchPayId: string): Promise<{ status: string; merRef: string; charges: XmlElement[] } | null> {
      const fields: Fields = [
        ['actionType', 'Query'],
        ['mSchPayId', mSchPayId],
      ];
      const text = await api('schedule Query', 'merchant/api/schPayApi.jsp', fields, true);
      const line = readLine(text);
      if (line) throw refusalOf(line);
      const master = childrenOf(readXml('PayDollar schedule Query', text, 'records'), 'masterSchPay')[0];
      if (!master?.children.length) return null;
      return {
        status: textOf(master, 'status'),
        merRef: textOf(master, 'merRef'),
        charges: childrenOf(master, 'detailSchPay'),
      };
    },

    /** Somebody who can have a card kept there; answers the token that charges of that card are asked for with. */
    async addMember(memberId: string): Promise<string> {
      const fields: Fields = [
        ['actionType', 'Add'],
        ['memberId', memberId],
        ['memberGroupId', '1'],
        // No name goes there that it does not need.
        ['firstName', memberId],
        ['lastName', memberId],
        ['status', 'A'],
      ];
      return textOf(await member('member Add', 'Membership', fields, false), 'statictoken');
    },

    /** The cards kept of a member, the latest last. */
    async accountsOf(memberId: string): Promise<XmlElement[]> {
      const fields: Fields = [
        ['actionType', 'Query'],
        ['memberId', memberId],
      ];
      return childrenOf(await member('card Query', 'MemberPay', fields, true), 'account');
    },

    /** Charges a kept card. Its words are those of a notice, without a signature. */
    async chargeMember(
      card: { memberId: string; accountId: string; staticToken: string },
      payment: { orderRef: string; amount: string; currCode: string },
      form: Fields,
    ): Promise<URLSearchParams> {
      const fields: Fields = [
        ['actionType', 'GenerateToken'],
        ['memberId', card.memberId],
        ['accountId', card.accountId],
        ['amount', payment.amount],
        ['orderRef', payment.orderRef],
        ['currCode', payment.currCode],
        ['staticToken', card.staticToken],
      ];
      // A token that nobody uses charges nothing.
      const token = textOf(await member('GenerateToken', 'MemberPay', fields, true), 'token');
      const text = await post(
        'charge',
        'directPay/payComp.jsp',
        [...form, ['memberPay_service', 'T'], ['memberPay_memberId', card.memberId], ['memberPay_token', token]],
        false,
      );
      return new URLSearchParams(text.trim());
    },
  };
}
