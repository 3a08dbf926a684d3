import type { MessageContent, TypedDataContent, UserOperationContent } from "../messages/content.ts";
import type { Subject } from "../subject/subject.ts";
import type { SvmSubject } from "../subject/svm/svm-subject.ts";

export type Content =
	| { readonly kind: "evm_transaction"; readonly subject: Subject }
	| { readonly kind: "svm_transaction"; readonly subject: SvmSubject }
	| MessageContent
	| TypedDataContent
	| UserOperationContent;
