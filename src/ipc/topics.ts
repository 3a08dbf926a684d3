import type { Text } from "../core/message.ts";
import type { UpdatesView } from "./about.ts";
import type { ActivityRow } from "./activity.ts";
import type { BookView } from "./address-book.ts";
import type { AllowancesView } from "./allowances.ts";
import type { ServiceAccountView } from "./billing.ts";
import type { CatalogView } from "./catalog.ts";
import type { ConnectionView, SessionRow } from "./conversations.ts";
import type { HomeBudget, HomeView } from "./home.ts";
import type { InboxEntryView, RejectionView } from "./inbox.ts";
import type { SettingsView } from "./settings.ts";
import type { IdentityBrief } from "./sign-in.ts";
import type { AccountView, VaultView } from "./wallet.ts";

/** Part of the desk's view that is composed, pushed and rendered separately. */
interface Topic<View> {
	/** Type-only: carries the view's type. */
	readonly view?: View;
}

const topic = <View>(): Topic<View> => ({});

/** Declares every topic of the desk with its view. Windows import it as a value, so it contains no schema. */
const TOPICS = {
	inbox: topic<readonly InboxEntryView[]>(),
	/** Recent rejections, oldest first. */
	rejections: topic<readonly RejectionView[]>(),
	sessions: topic<readonly SessionRow[]>(),
	accounts: topic<readonly AccountView[]>(),
	activity: topic<readonly ActivityRow[]>(),
	connection: topic<ConnectionView>(),
	vault: topic<VaultView>(),
	settings: topic<SettingsView>(),
	/** Read-only address book; the trusted window edits it. */
	book: topic<BookView>(),
	/** Allowances that each account has granted. */
	allowances: topic<AllowancesView>(),
	home: topic<HomeView>(),
	/** Usage of each daily limit. */
	budgets: topic<readonly HomeBudget[]>(),
	identity: topic<IdentityBrief>(),
	catalog: topic<CatalogView>(),
	serviceAccount: topic<ServiceAccountView>(),
	/** Accounts that the agent knows. */
	connected: topic<{ readonly evm: string | null; readonly svm: string | null }>(),
	/** Problems of the app itself (disk full, damaged database), most urgent first. */
	alerts: topic<readonly Text[]>(),
	updates: topic<UpdatesView>(),
	/** Completed and total setup steps; `null` if setup has ended or never began. */
	setup: topic<{ readonly done: number; readonly of: number } | null>(),
};

export type DeskTopic = keyof typeof TOPICS;

type ViewOf<T> = T extends Topic<infer View> ? View : never;

/** View of each topic. */
export type TopicViews = { readonly [Name in DeskTopic]: ViewOf<(typeof TOPICS)[Name]> };

export const DESK_TOPICS = Object.keys(TOPICS) as readonly DeskTopic[];
