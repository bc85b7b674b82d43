/** A form of the console by itself: real session, texts, schema and inputs; what it sends is kept. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
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

interface OpenForm {
  /** Its fields are words of the texts of places. */
  fields: readonly { name: string; input: Input }[];
  schema: ZodMiniType;
  initial: Record<string, unknown>;
  answers?: Answers;
  language?: string;
  disabled?: boolean;
}
export async function openForm({ fields, schema, initial, answers, language, disabled }: OpenForm) {
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
  await texts(language);
  await session.start();
  const sent: Record<string, unknown>[] = [];
  render(
    <AuthProvider session={session}>
      <QueryClientProvider client={createQueryClient()}>
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
        />
      </QueryClientProvider>
    </AuthProvider>,
  );
  await screen.findByRole('button', { name: 'Send' });
  return { sent, api };
}
