import type { Subject } from "../decoded-transaction/decoded-transaction.ts";
import type { SvmSubject } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { MessageContent, TypedDataContent, UserOperationContent } from "../signed-messages/content.ts";

export type Content =
	| { readonly kind: "evm_transaction"; readonly subject: Subject }
	| { readonly kind: "svm_transaction"; readonly subject: SvmSubject }
	| MessageContent
	| TypedDataContent
	| UserOperationContent;
