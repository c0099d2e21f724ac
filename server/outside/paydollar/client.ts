import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { callProvider } from '#server/outside/provider-call.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { childrenOf, parseXml, childText, XmlFault, type XmlElement } from './xml.ts';

export interface PaydollarClientOptions {
  /** Base URL for server-to-server calls, such as `https://www.paydollar.com/b2c2/eng`. */
  url: string;
  merchantId: string;
  /** API credentials, which differ from those of the merchant portal. */
  loginId: string;
  password: string;
  timeoutMs?: number;
  pauseMs?: number;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Errors are returned as a form-encoded line, even by calls that return XML. */
const readLine = (text: string): URLSearchParams | null =>
  /^\s*resultCode=/.test(text) ? new URLSearchParams(text.trim()) : null;

function readXml(what: string, text: string, root: string): XmlElement {
  try {
    const element = parseXml(text);
    if (element.name === root) return element;
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
  }
  throw new GatewayTimeoutError(`${what}: invalid response`);
}

const refusalOf = (line: URLSearchParams): GatewayRefusedError =>
  new GatewayRefusedError(line.get('resultCode') ?? '', (line.get('errMsg') ?? '').slice(0, 200));

/** PayDollar's server-to-server calls. None has a field for a card number. */
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
    if (status !== 200) throw new GatewayTimeoutError(`PayDollar ${what}: HTTP ${status}`);
    return text;
  }

  const api = (what: string, path: string, fields: Fields, mayRepeat: boolean) =>
    post(what, path, [['merchantId', merchantId], ['loginId', loginId], ['password', password], ...fields], mayRepeat);

  /** Changes an order. Throws `GatewayRefusedError` if refused. */
  async function change(actionType: string, fields: Fields, mayRepeat: boolean): Promise<void> {
    const text = await api(actionType, 'merchant/api/orderApi.jsp', [['actionType', actionType], ...fields], mayRepeat);
    const line = readLine(text);
    if (!line) throw new GatewayTimeoutError(`PayDollar ${actionType}: invalid response`);
    if (line.get('resultCode') !== '0') throw refusalOf(line);
  }

  /** Members and their cards: XML with a result code of its own. */
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
    const code = status ? childText(status, 'responsecode') : '';
    if (code !== '0') throw new GatewayRefusedError(code, status ? childText(status, 'responsemessage') : '');
    const response = childrenOf(reply, 'response')[0];
    if (!response) throw new GatewayTimeoutError(`PayDollar ${what}: invalid response`);
    return response;
  }

  return {
    /** All attempts at an order. Empty if there are none. */
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

    /** Retryable: a second void is refused without effect. */
    voidPayment: (payRef: string) => change('Void', [['payRef', payRef]], true),

    /** Never retried: a second call would refund twice. `number` is returned as `remark` by a query. */
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
      if (!line) throw new GatewayTimeoutError('PayDollar DeleteSchPay: invalid response');
      // Already deleted counts as success.
      if (line.get('resultCode') !== '0' && !/\balready\b/i.test(line.get('errMsg') ?? '')) throw refusalOf(line);
    },

    /** A schedule with its charges. Null if it does not exist. */
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
        status: childText(master, 'status'),
        merRef: childText(master, 'merRef'),
        charges: childrenOf(master, 'detailSchPay'),
      };
    },

    /** Creates a member, for whom cards can be stored. Returns the token needed to charge them. */
    async addMember(memberId: string): Promise<string> {
      const fields: Fields = [
        ['actionType', 'Add'],
        ['memberId', memberId],
        ['memberGroupId', '1'],
        // Avoids sending a real name.
        ['firstName', memberId],
        ['lastName', memberId],
        ['status', 'A'],
      ];
      return childText(await member('member Add', 'Membership', fields, false), 'statictoken');
    },

    /** Stored cards of a member, the latest last. */
    async accountsOf(memberId: string): Promise<XmlElement[]> {
      const fields: Fields = [
        ['actionType', 'Query'],
        ['memberId', memberId],
      ];
      return childrenOf(await member('card Query', 'MemberPay', fields, true), 'account');
    },

    /** Charges a stored card. The response has the fields of a webhook, without a signature. */
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
      // Retryable: an unused token charges nothing.
      const token = childText(await member('GenerateToken', 'MemberPay', fields, true), 'token');
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
