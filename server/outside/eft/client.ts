import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { callSigned, jsonOf } from '#server/outside/signed-call.ts';
import { eftFieldsOf, eftSign, eftTime, signerOf, type EftFields } from './signature.ts';
import { traced } from '#shared/outside/tracing.ts';

export interface EftAccount {
  /** Base of the platform, `https://vmp.eftpay.com.cn/VMP`. */
  url: string;
  userConfirmKey: string;
  /** The first secret signs; signatures by any of them are accepted, to allow rotation. */
  secrets: readonly string[];
  clock: () => Date;
  timeoutMs?: number;
}

type EftPage = 'JSAPIService.do' | 'QRcodeTradeQuery.do';

/** Request accepted. Does not mean that anything was paid. */
const UNDERSTOOD = '00';

/**
 * EFT's VMP platform: every request is signed, and so must be every response. `repeats`: retried once without an
 * answer, under the same numbers of ours.
 */
export function eftClient({ url, userConfirmKey, secrets, clock, timeoutMs }: EftAccount) {
  const [secret = ''] = secrets;

  async function send(page: EftPage, given: EftFields): Promise<EftFields> {
    const fields = { ...given, user_confirm_key: userConfirmKey, time: eftTime(clock()) };
    const asked = {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ ...fields, sign: eftSign(secret, fields) }),
    };
    const { status, body } = await traced('provider', `EFT ${page}`, () =>
      callSigned(`${url}/Servlet/${page}`, asked, timeoutMs),
    );
    if (status !== 200) throw new GatewayTimeoutError(`EFT responded with status ${status}`);
    const reply = eftFieldsOf(jsonOf(body));
    // A refusal, too, must be signed to be accepted.
    if (!reply || signerOf(secrets, reply) === null) throw new GatewayTimeoutError('the response is not signed by EFT');
    const { return_status: code = '', return_char: words = '' } = reply;
    if (code !== UNDERSTOOD) throw new GatewayRefusedError(code.slice(0, 20), words.slice(0, 200));
    return reply;
  }

  return async (page: EftPage, given: EftFields, { repeats }: { repeats: boolean }): Promise<EftFields> => {
    try {
      return await send(page, given);
    } catch (error) {
      if (repeats && error instanceof GatewayTimeoutError) return send(page, given);
      throw error;
    }
  };
}
