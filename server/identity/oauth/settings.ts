/** The accounts of the platform at Google and Apple: read without their secrets, and changed. */
import type { FastifyRequest } from 'fastify';
import type { integrations } from '../../../shared/contract/identity/integrations.ts';
import type { HiddenReason, Provider } from '../../../shared/contract/identity/providers.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isSigningKey } from '../../context/oauth.ts';
import type { Server } from '../../context/server.ts';
import type { OauthSettings } from '../../db/tables/tenants.ts';
import { isSecureOrigin } from '../session/binding.ts';
import { credentialsOf, NO_SETTINGS } from './credentials.ts';

/** `request`: whoever reads it came by the origin at which he would sign in. */
export function oauthView(server: Server, settings: OauthSettings | null, request: FastifyRequest) {
  const { google_client_secret, apple_secret_key, ...rest } = settings ?? NO_SETTINGS;
  const hidden = (provider: Provider): HiddenReason | null => {
    const found = credentialsOf(provider, settings, server);
    if ('hidden' in found) return found.hidden;
    return isSecureOrigin(server.config, request) ? null : 'insecure_origin';
  };
  return {
    ...rest,
    google_has_secret: google_client_secret !== null,
    apple_has_secret: apple_secret_key !== null,
    google_hidden: hidden('google'),
    apple_hidden: hidden('apple'),
  };
}

/** A field of one line takes the line breaks away. */
const pemOf = (text: string) =>
  text.replace(/^\s*(-{5}BEGIN [A-Z ]+-{5})([\s\S]+)(-{5}END [A-Z ]+-{5})\s*$/, (_all, begin, body, end) =>
    [
      begin,
      ...(String(body)
        .replaceAll(/\s/g, '')
        .match(/.{1,64}/g) ?? []),
      end,
      '',
    ].join('\n'),
  );

type Patch = Body<typeof integrations.patch>;
const after = <T>(entered: T | undefined, before: T): T => (entered === undefined ? before : entered);

export function oauthAfter(server: Server, settings: OauthSettings | null, patch: Patch): OauthSettings {
  const before = settings ?? NO_SETTINGS;
  const key =
    typeof patch.apple_secret_key === 'string' ? pemOf(patch.apple_secret_key) : patch.apple_secret_key;
  if (typeof key === 'string' && !isSigningKey(key))
    throw new AppError('VALIDATION', 'This is not a key from Apple.', {
      apple_secret_key: ['The whole .p8 file, with its first and last line'],
    });
  const wrapped = (entered: string | null | undefined, stored: string | null) =>
    typeof entered === 'string' ? server.secret.wrap(Buffer.from(entered)) : after(entered, stored);
  return {
    google_client_id: after(patch.google_client_id, before.google_client_id),
    google_client_secret: wrapped(patch.google_client_secret, before.google_client_secret),
    apple_client_id: after(patch.apple_client_id, before.apple_client_id),
    apple_team_id: after(patch.apple_team_id, before.apple_team_id),
    apple_key_id: after(patch.apple_key_id, before.apple_key_id),
    apple_secret_key: wrapped(key, before.apple_secret_key),
  };
}
