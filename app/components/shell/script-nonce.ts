import { createContext } from 'react';

/**
 * The nonce of this render, for inline scripts of ours: the policy of the page allows those that carry it and no other.
 * A browser never has it: what it renders itself runs no inline script.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
