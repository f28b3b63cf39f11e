//! The operations on the ledger of a championship, declared once for the national and the voivodeship championships:
//! only addresses, operation ids and two summaries differ.

/// Makes the handlers of one kind of championship with their OpenAPI operations.
macro_rules! ledger_operations {
    (
        target: $target:path,
        path: $path:ident, $decline_path:ident, $parameter:ident,
        ledger: $ledger_summary:tt,
        proposals: $proposals_summary:tt,
        operations: {
            ledger: $ledger:tt, $ledger_id:tt,
            list_proposals: $list_proposals:tt, $list_proposals_id:tt,
            grant: $grant:tt, $grant_id:tt,
            decline: $decline:tt, $decline_id:tt,
            withhold: $withhold:tt, $withhold_id:tt,
            withdraw_withholding: $withdraw_withholding:tt, $withdraw_withholding_id:tt,
            revoke: $revoke:tt, $revoke_id:tt,
            uphold: $uphold:tt, $uphold_id:tt,
            withdraw_decline: $withdraw_decline:tt, $withdraw_decline_id:tt,
        }
    ) => {
        use super::accounts::{self, LedgerParams};
        use super::proposals::{self, ProposalsParams};
        use super::requests::{WithdrawWithholding, Withhold};
        use super::seats::{self, SourceParams, run_command};
        use crate::accounts::{Authorized, Caller, StepUpAuthorized, permission};
        use crate::http::app::AppState;
        use crate::http::conditional::NotModified;
        use crate::http::body::NoBody;
        use crate::http::params::Params;
        use crate::http::path::{$decline_path, $path};
        use crate::http::problem::HandlerResult;
        use crate::http::write::{AuthorizedWrite, Receipt};
        use actix_web::{HttpRequest, web};
        use wire::qualifications::commands::{NewDecline, NewGrants, NewRevocation, NewUpholding, NewWithholding};
        use wire::qualifications::ledger::QualificationLedger;
        use wire::qualifications::proposals::Proposals;

        #[doc = $ledger_summary]
        ///
        /// Everybody sees what became of each seat, why it was passed down, and every event of the log that made it so.
        /// Staff also see who acted and the digests of the proposals; admins and arbiters also read the reasons.
        #[utoipa::path(
            get, path = $ledger, tag = "qualifications", operation_id = $ledger_id,
            params($path, LedgerParams),
            responses((status = 200, description = "The ledger", content(
                (QualificationLedger = "application/json"),
                (String = "text/csv", example = "event_id,event_name,source,seat,state,player_id,name,city,voivodeship,place,position\r\nt-2026-03-14-lodz,Turniej w Łodzi,tournament,1,granted,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,2,1042\r\n"),
            )), NotModified),
            security((), ("bearer" = []))
        )]
        pub(crate) async fn ledger(
            request: HttpRequest,
            app: web::Data<AppState>,
            caller: Caller,
            path: web::Path<$path>,
            Params(view): Params<LedgerParams>,
        ) -> HandlerResult {
            accounts::show(&request, app, caller, $target(&path.$parameter)?, view).await
        }

        #[doc = $proposals_summary]
        #[utoipa::path(
            get, path = $list_proposals, tag = "qualifications", operation_id = $list_proposals_id,
            params($path, ProposalsParams),
            responses((status = 200, description = "The proposals", body = Proposals), NotModified),
            security(("bearer" = []))
        )]
        pub(crate) async fn list_proposals(
            request: HttpRequest,
            app: web::Data<AppState>,
            _: Authorized<permission::ReadLog>,
            path: web::Path<$path>,
            Params(view): Params<ProposalsParams>,
        ) -> HandlerResult {
            proposals::show(&request, app, $target(&path.$parameter)?, view).await
        }

        /// Grants qualifications, to everybody who is proposed or to the players who are named.
        ///
        /// The proposal that was looked at is named by its digest: if it has changed since, the answer is 409 with the
        /// newest one. While events that ended earlier are not closed, a reason is needed (AMB-68).
        #[utoipa::path(
            post, path = $grant, tag = "qualifications", operation_id = $grant_id,
            params($path), request_body = NewGrants,
            responses(
                (status = 200, description = "Granted, or they were granted before", body = Receipt),
                (status = 409, description = "The proposal has changed, earlier events are open, a tie is open, or nothing is left; `reason` and `rule` say which"),
            )
        )]
        pub(crate) async fn grant(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewGrants>,
        ) -> HandlerResult {
            run_command(write, $target(&path.$parameter)?).await
        }

        /// Records that somebody does not take a qualification that they were proposed for or granted.
        ///
        /// It stays with the event, or passes to the next person; that needs a reason (AMB-67).
        #[utoipa::path(
            post, path = $decline, tag = "qualifications", operation_id = $decline_id,
            params($path), request_body = NewDecline,
            responses((status = 200, description = "Recorded", body = Receipt), (status = 409, description = "They have declined already"))
        )]
        pub(crate) async fn decline(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewDecline>,
        ) -> HandlerResult {
            run_command(write, $target(&path.$parameter)?).await
        }

        /// Gives what is left of an event's qualifications to nobody.
        #[utoipa::path(
            post, path = $withhold, tag = "qualifications", operation_id = $withhold_id,
            params($path), request_body = NewWithholding,
            responses((status = 200, description = "Withheld", body = Receipt), (status = 409, description = "Nothing is left"))
        )]
        pub(crate) async fn withhold(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewWithholding>,
        ) -> HandlerResult {
            run_command(write.map_body(Withhold), $target(&path.$parameter)?).await
        }

        /// Makes what was withheld of an event's qualifications available again.
        #[utoipa::path(
            post, path = $withdraw_withholding, tag = "qualifications", operation_id = $withdraw_withholding_id,
            params($path), request_body = NewWithholding,
            responses(
                (status = 200, description = "Available again", body = Receipt),
                (status = 409, description = "Nothing was withheld"),
            )
        )]
        pub(crate) async fn withdraw_withholding(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewWithholding>,
        ) -> HandlerResult {
            run_command(write.map_body(WithdrawWithholding), $target(&path.$parameter)?).await
        }

        /// Takes a grant back; the seat is proposed again.
        ///
        /// It asks for a second factor that was shown within the last minutes (S8).
        #[utoipa::path(
            post, path = $revoke, tag = "qualifications", operation_id = $revoke_id,
            params($path), request_body = NewRevocation,
            responses((status = 200, description = "Taken back", body = Receipt), (status = 409, description = "Nothing was granted"))
        )]
        pub(crate) async fn revoke(
            path: web::Path<$path>,
            write: AuthorizedWrite<StepUpAuthorized<permission::ConfirmQualifications>, NewRevocation>,
        ) -> HandlerResult {
            run_command(write, $target(&path.$parameter)?).await
        }

        /// Lets a grant stand that the rules would give to somebody else now.
        ///
        /// It holds until the proposal changes again (AMB-68).
        #[utoipa::path(
            post, path = $uphold, tag = "qualifications", operation_id = $uphold_id,
            params($path), request_body = NewUpholding,
            responses(
                (status = 200, description = "Upheld", body = Receipt),
                (status = 409, description = "The proposal has changed, or the grant is in no doubt"),
            )
        )]
        pub(crate) async fn uphold(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewUpholding>,
        ) -> HandlerResult {
            run_command(write, $target(&path.$parameter)?).await
        }

        /// Takes back that somebody declined.
        #[utoipa::path(
            delete, path = $withdraw_decline, tag = "qualifications", operation_id = $withdraw_decline_id,
            params($decline_path, SourceParams),
            responses((status = 200, description = "Taken back", body = Receipt), (status = 409, description = "They have not declined"))
        )]
        pub(crate) async fn withdraw_decline(
            request: HttpRequest,
            app: web::Data<AppState>,
            authorized: Authorized<permission::ConfirmQualifications>,
            path: web::Path<$decline_path>,
            _: NoBody,
        ) -> HandlerResult {
            let target = $target(&path.$parameter)?;
            seats::withdraw_decline(&request, app, authorized, target, (&path.event_id, &path.player)).await
        }
    };
}

pub(super) use ledger_operations;
