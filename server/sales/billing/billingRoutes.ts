/** Routes of plans, invoices and payments. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  changeSellerAccount,
  readSellerAccount,
} from '../../../shared/contract/sales/billing/bankAccount.ts';
import {
  creditNoteXml,
  invoiceAgeing,
  invoiceCustomers,
  invoices,
  invoiceXml,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { payments } from '../../../shared/contract/sales/billing/payment.ts';
import { plans } from '../../../shared/contract/sales/billing/plan.ts';
import { publicPlans } from '../../../shared/contract/sales/billing/publicPlan.ts';
import type { Server } from '../../context/server.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountLists, mountReads, mountWrites } from '../../resource/mount.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ageing } from './ageing.ts';
import { customers } from './customers.ts';
import * as bankAccount from './bankAccount.ts';
import * as einvoice from './einvoice/xml.ts';
import * as stored from './invoices.ts';
import { listPublicPlans, planListing, planRepository } from './plans.ts';
import { sendInvoice, voidInvoice } from './sending.ts';
import * as settling from './settling.ts';

const sendXml = (reply: FastifyReply, { number, xml }: einvoice.XmlFile) =>
  reply
    .header('content-disposition', `attachment; filename="${number}.xml"`)
    .header('cache-control', 'no-store')
    .type('application/xml')
    .send(xml);

async function creditedByHand(ctx: TransactionContext, credit: Parameters<typeof settling.creditInvoice>[1]) {
  await settling.creditInvoice(ctx, credit);
  return stored.readInvoice(ctx, credit.id);
}

export function billingRoutes(app: FastifyInstance, server: Server): void {
  mount(app, publicPlans, () => listPublicPlans(server));
  mountReads(app, plans, planListing);
  mountWrites(app, plans, planRepository);

  mount(app, invoiceCustomers, ({ ctx }) => customers(ctx));
  mount(app, invoiceAgeing, ({ ctx }) => ageing(ctx));
  mount(app, readSellerAccount, ({ ctx }) => bankAccount.readSellerAccount(ctx));
  mount(app, changeSellerAccount, ({ ctx, expected, body }) =>
    bankAccount.writeSellerAccount(ctx, expected, body),
  );
  mountLists(app, invoices, stored.invoiceListing);
  mount(app, invoices.read, ({ ctx, params }) => stored.readInvoice(ctx, params.id));
  mount(app, invoiceXml, async ({ ctx, params, reply }) =>
    sendXml(reply, einvoice.invoiceXml(await stored.readInvoice(ctx, params.id))),
  );
  mount(app, creditNoteXml, async ({ ctx, params, reply }) =>
    sendXml(reply, einvoice.creditNoteXml(await stored.readInvoice(ctx, params.id), params.note_id)),
  );
  mount(app, invoices.create, ({ ctx, body }) => stored.createInvoice(ctx, body));
  mount(app, invoices.patch, ({ ctx, params, expected, body }) =>
    stored.changeInvoice(ctx, { ...params, expected }, body),
  );
  mount(app, invoices.remove, ({ ctx, params, expected }) => stored.removeInvoice(ctx, params.id, expected));
  mount(app, invoices.restore, ({ ctx, params }) => stored.restoreInvoice(ctx, params.id));
  const acts = invoices.actionEndpoints;
  mount(app, acts.send, ({ ctx, params, request }) =>
    sendInvoice(ctx, params.id, versionSeenIfNamed(request)),
  );
  mount(app, acts.void, ({ ctx, params, body }) => voidInvoice(ctx, { ...params, ...body }));
  mount(app, acts.credit, ({ ctx, params, body }) => creditedByHand(ctx, { ...params, ...body }));

  mountReads(app, payments, settling.paymentListing);
  mount(app, payments.create, ({ ctx, body }) => settling.createPayment(ctx, body));
  mount(app, payments.patch, ({ ctx, params, expected, body }) =>
    settling.changePayment(ctx, { ...params, expected }, body),
  );
  mount(app, payments.remove, ({ ctx, params, expected }) =>
    settling.removePayment(ctx, params.id, expected),
  );
  mount(app, payments.restore, ({ ctx, params }) => settling.restorePayment(ctx, params.id));
}
