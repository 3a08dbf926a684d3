import { common } from "./common.ts";
import { deskAccounts } from "./desk/accounts.ts";
import { deskActivity } from "./desk/activity.ts";
import { deskApprovals } from "./desk/approvals.ts";
import { deskCatalog } from "./desk/catalog.ts";
import { deskHome } from "./desk/home.ts";
import { deskInbox } from "./desk/inbox.ts";
import { deskSession } from "./desk/session.ts";
import { deskSessions } from "./desk/sessions.ts";
import { deskSettings } from "./desk/settings.ts";
import { deskShell } from "./desk/shell.ts";
import { contract } from "./judging/contract.ts";
import { difference } from "./judging/difference.ts";
import { finding } from "./judging/finding.ts";
import { findingMessage } from "./judging/finding-message.ts";
import { findingSvm } from "./judging/finding-svm.ts";
import { freeze } from "./judging/freeze.ts";
import { match } from "./judging/match.ts";
import { matchBytes } from "./judging/match-bytes.ts";
import { obstacles } from "./judging/obstacles.ts";
import { ownSimulation } from "./judging/own-simulation.ts";
import { account } from "./main/account.ts";
import { addressBook } from "./main/address-book.ts";
import { app } from "./main/app.ts";
import { book } from "./main/book.ts";
import { catalog } from "./main/catalog.ts";
import { chain } from "./main/chain.ts";
import { home } from "./main/home.ts";
import { identity } from "./main/identity.ts";
import { inbox } from "./main/inbox.ts";
import { rules } from "./main/rules.ts";
import { service } from "./main/service.ts";
import { session } from "./main/session.ts";
import { setup } from "./main/setup.ts";
import { signIn } from "./main/sign-in.ts";
import { act } from "./meaning/act.ts";
import { allow } from "./meaning/allow.ts";
import { asked } from "./meaning/asked.ts";
import { call } from "./meaning/call.ts";
import { changes } from "./meaning/changes.ts";
import { claim } from "./meaning/claim.ts";
import { comparison } from "./meaning/comparison.ts";
import { control } from "./meaning/control.ts";
import { cost } from "./meaning/cost.ts";
import { devicePlan } from "./meaning/device-plan.ts";
import { headline } from "./meaning/headline.ts";
import { message } from "./meaning/message.ts";
import { messages } from "./meaning/messages.ts";
import { party } from "./meaning/party.ts";
import { svm } from "./meaning/svm.ts";
import { token } from "./meaning/token.ts";
import { conformance } from "./programs/conformance.ts";
import { explain } from "./programs/explain.ts";
import { verify } from "./programs/verify.ts";
import { about } from "./shell/about.ts";
import { desktop } from "./shell/desktop.ts";
import { doctor } from "./shell/doctor.ts";
import { launcher } from "./shell/launcher.ts";
import { notices } from "./shell/notices.ts";
import { notifications } from "./shell/notifications.ts";
import { support } from "./shell/support.ts";
import { updates } from "./shell/updates.ts";
import { approval } from "./signing/approval.ts";
import { completing } from "./signing/completing.ts";
import { device } from "./signing/device.ts";
import { ledger } from "./signing/ledger.ts";
import { savedReview } from "./signing/saved-review.ts";
import { signers } from "./signing/signers.ts";
import { signing } from "./signing/signing.ts";
import { storage } from "./signing/storage.ts";
import { vault } from "./signing/vault.ts";
import { time } from "./time.ts";
import { trustedAccount } from "./trusted/account.ts";
import { trustedBuild } from "./trusted/build.ts";
import { trustedChange } from "./trusted/change.ts";
import { trustedContacts } from "./trusted/contacts.ts";
import { trustedContent } from "./trusted/content.ts";
import { trustedDevice } from "./trusted/device.ts";
import { trustedFirstRun } from "./trusted/first-run.ts";
import { trustedGlance } from "./trusted/glance.ts";
import { trustedKeys } from "./trusted/keys.ts";
import { trustedLedger } from "./trusted/ledger.ts";
import { trustedNetworks } from "./trusted/networks.ts";
import { trustedProgress } from "./trusted/progress.ts";
import { trustedReview } from "./trusted/review.ts";
import { trustedRules } from "./trusted/rules.ts";
import { trustedSettings } from "./trusted/settings.ts";
import { trustedSetup } from "./trusted/setup.ts";
import { trustedSignIn } from "./trusted/sign-in.ts";
import { trusted } from "./trusted/trusted.ts";
import { components } from "./window/components.ts";
import { outcome } from "./window/outcome.ts";
import { reason } from "./window/reason.ts";
import { rejection } from "./window/rejection.ts";
import { state } from "./window/state.ts";
import { title } from "./window/title.ts";
import { views } from "./window/views.ts";
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
