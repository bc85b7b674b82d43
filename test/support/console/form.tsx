/** A part of the console by itself, with a real session and the real texts; a form of it keeps what it sends. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { createSession } from '../../../console/app/session/session.ts';
import type { Input } from '../../../console/kit/resource/form.ts';
import { FormPanel } from '../../../console/kit/screens/form/FormPanel.tsx';
import { systemClock } from '../../../shared/clock.ts';
import { createQueryClient } from '../../../shared/net/queries.ts';
import {
  fakeApi,
  fillBrowser,
  memoryTokens,
  signedInAnswers,
  texts,
  TOKENS,
  type Answers,
} from './console.tsx';

interface OpenPart {
  answers?: Answers | undefined;
  language?: string | undefined;
  /** Texts beside those that every test has. */
  namespaces?: string[];
}
export async function openPart(part: ReactNode, { answers, language, namespaces = [] }: OpenPart) {
  fillBrowser();
  const api = fakeApi(signedInAnswers(undefined, answers));
  const session = createSession({
    fetch: api.fetch,
    tokens: memoryTokens(TOKENS),
    clock: systemClock,
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    log: () => undefined,
  });
  const i18n = await texts(language);
  await i18n.loadNamespaces(namespaces);
  await session.start();
  render(
    <AuthProvider session={session}>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </AuthProvider>,
  );
  return api;
}

interface OpenForm extends Pick<OpenPart, 'answers' | 'language'> {
  /** Its fields are words of the texts of places. */
  fields: readonly { name: string; input: Input }[];
  schema: ZodMiniType;
  initial: Record<string, unknown>;
  disabled?: boolean;
}
export async function openForm({ fields, schema, initial, answers, language, disabled }: OpenForm) {
  const sent: Record<string, unknown>[] = [];
  const api = await openPart(
    <FormPanel
      resource="locations"
      form={{ schema, fields }}
      initial={initial}
      submitLabel="Send"
      {...(disabled === undefined ? {} : { disabled })}
      cancel={() => undefined}
      submit={values => {
        sent.push(values);
        return Promise.resolve();
      }}
    />,
    { answers, language },
  );
  await screen.findByRole('button', { name: 'Send' });
  return { sent, api };
}
