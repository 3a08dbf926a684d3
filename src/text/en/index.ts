import { about } from "./about.ts";
import { account } from "./account.ts";
import { act } from "./act.ts";
import { addressBook } from "./address-book.ts";
import { obstacles } from "./against.ts";
import { allow } from "./allow.ts";
import { app } from "./app.ts";
import { approval } from "./approval.ts";
import { asked } from "./asked.ts";
import { book } from "./book.ts";
import { call } from "./call.ts";
import { catalog } from "./catalog.ts";
import { chain } from "./chain.ts";
import { changes } from "./changes.ts";
import { claim } from "./claim.ts";
import { common } from "./common.ts";
import { comparison } from "./comparison.ts";
import { completing } from "./completing.ts";
import { components } from "./components.ts";
import { conformance } from "./conformance.ts";
import { contract } from "./contract.ts";
import { control } from "./control.ts";
import { cost } from "./cost.ts";
import { deskAccounts } from "./desk-accounts.ts";
import { deskActivity } from "./desk-activity.ts";
import { deskApprovals } from "./desk-approvals.ts";
import { deskCatalog } from "./desk-catalog.ts";
import { deskHome } from "./desk-home.ts";
import { deskInbox } from "./desk-inbox.ts";
import { deskSession } from "./desk-session.ts";
import { deskSessions } from "./desk-sessions.ts";
import { deskSettings } from "./desk-settings.ts";
import { deskShell } from "./desk-shell.ts";
import { desktop } from "./desktop.ts";
import { device } from "./device.ts";
import { devicePlan } from "./device-plan.ts";
import { difference } from "./difference.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { finding } from "./finding.ts";
import { findingMessage } from "./finding-message.ts";
import { findingSvm } from "./finding-svm.ts";
import { freeze } from "./freeze.ts";
import { headline } from "./headline.ts";
import { home } from "./home.ts";
import { identity } from "./identity.ts";
import { inbox } from "./inbox.ts";
import { launcher } from "./launcher.ts";
import { ledger } from "./ledger.ts";
import { match } from "./match.ts";
import { matchBytes } from "./match-bytes.ts";
import { message } from "./message.ts";
import { messages } from "./messages.ts";
import { notices } from "./notices.ts";
import { notifications } from "./notifications.ts";
import { outcome } from "./outcome.ts";
import { ownSimulation } from "./own-simulation.ts";
import { party } from "./party.ts";
import { reason } from "./reason.ts";
import { rejection } from "./rejection.ts";
import { rules } from "./rules.ts";
import { savedReview } from "./saved-review.ts";
import { service } from "./service.ts";
import { session } from "./session.ts";
import { setup } from "./setup.ts";
import { signIn } from "./sign-in.ts";
import { signers } from "./signers.ts";
import { signing } from "./signing.ts";
import { state } from "./state.ts";
import { storage } from "./storage.ts";
import { support } from "./support.ts";
import { svm } from "./svm.ts";
import { time } from "./time.ts";
import { title } from "./title.ts";
import { token } from "./token.ts";
import { trusted } from "./trusted.ts";
import { trustedAccount } from "./trusted-account.ts";
import { trustedBuild } from "./trusted-build.ts";
import { trustedChange } from "./trusted-change.ts";
import { trustedContacts } from "./trusted-contacts.ts";
import { trustedContent } from "./trusted-content.ts";
import { trustedDevice } from "./trusted-device.ts";
import { trustedFirstRun } from "./trusted-first-run.ts";
import { trustedGlance } from "./trusted-glance.ts";
import { trustedKeys } from "./trusted-keys.ts";
import { trustedLedger } from "./trusted-ledger.ts";
import { trustedNetworks } from "./trusted-networks.ts";
import { trustedProgress } from "./trusted-progress.ts";
import { trustedReview } from "./trusted-review.ts";
import { trustedRules } from "./trusted-rules.ts";
import { trustedSettings } from "./trusted-settings.ts";
import { trustedSetup } from "./trusted-setup.ts";
import { trustedSignIn } from "./trusted-sign-in.ts";
import { updates } from "./updates.ts";
import { vault } from "./vault.ts";
import { verify } from "./verify.ts";
import { views } from "./views.ts";
import { worth } from "./worth.ts";

/** Every text in English, by its code. */
export const en = {
	...about,
	...account,
	...act,
	...addressBook,
	...obstacles,
	...allow,
	...app,
	...approval,
	...asked,
	...book,
	...call,
	...catalog,
	...chain,
	...changes,
	...claim,
	...common,
	...comparison,
	...completing,
	...components,
	...conformance,
	...contract,
	...control,
	...cost,
	...deskAccounts,
	...deskActivity,
	...deskApprovals,
	...deskCatalog,
	...deskHome,
	...deskInbox,
	...deskSession,
	...deskSessions,
	...deskSettings,
	...deskShell,
	...desktop,
	...device,
	...devicePlan,
	...difference,
	...doctor,
	...explain,
	...finding,
	...findingMessage,
	...findingSvm,
	...freeze,
	...headline,
	...home,
	...identity,
	...inbox,
	...launcher,
	...ledger,
	...match,
	...matchBytes,
	...message,
	...messages,
	...notices,
	...notifications,
	...party,
	...outcome,
	...ownSimulation,
	...reason,
	...rejection,
	...rules,
	...savedReview,
	...service,
	...session,
	...signers,
	...setup,
	...signIn,
	...signing,
	...state,
	...storage,
	...support,
	...svm,
	...time,
	...title,
	...token,
	...trusted,
	...trustedAccount,
	...trustedBuild,
	...trustedChange,
	...trustedContacts,
	...trustedContent,
	...trustedDevice,
	...trustedFirstRun,
	...trustedGlance,
	...trustedKeys,
	...trustedLedger,
	...trustedNetworks,
	...trustedProgress,
	...trustedReview,
	...trustedRules,
	...trustedSettings,
	...trustedSetup,
	...trustedSignIn,
	...updates,
	...vault,
	...verify,
	...views,
	...worth,
} as const;

export type Code = keyof typeof en;
