"""Addresses of sessions, identity, keys and members."""

from django.urls import path

from hvrmet.accounts import api, invitations_api, keys_api, language_api, sessions_api

urlpatterns = [
    path("session/", api.SessionView.as_view(), name="session"),
    path("session/confirm/", api.ConfirmationView.as_view(), name="session-confirm"),
    path("sessions/", sessions_api.SessionListView.as_view(), name="session-list"),
    path("sessions/<int:number>/", sessions_api.SessionDetailView.as_view(), name="session-detail"),
    path("me/", api.MeView.as_view(), name="me"),
    path("me/language/", language_api.LanguageView.as_view(), name="me-language"),
    path("me/home/", invitations_api.HomeView.as_view(), name="me-home"),
    path(
        "me/memberships/<str:tenant>/",
        invitations_api.OwnMembershipView.as_view(),
        name="me-membership",
    ),
    path("me/invitations/", invitations_api.ReceivedListView.as_view(), name="me-invitations"),
    path(
        "me/invitations/<uuid:invitation_id>/accept/",
        invitations_api.AcceptanceView.as_view(),
        name="me-invitation-accept",
    ),
    path(
        "me/invitations/<uuid:invitation_id>/decline/",
        invitations_api.RefusalView.as_view(),
        name="me-invitation-decline",
    ),
    path("invitations/", invitations_api.InvitationListView.as_view(), name="invitation-list"),
    path(
        "invitations/<uuid:invitation_id>/",
        invitations_api.InvitationView.as_view(),
        name="invitation-detail",
    ),
    path("api-keys/", keys_api.KeyListView.as_view(), name="api-key-list"),
    path("api-keys/<uuid:key_id>/", keys_api.KeyView.as_view(), name="api-key-detail"),
    path(
        "api-keys/<uuid:key_id>/rotate/", keys_api.KeyRotationView.as_view(), name="api-key-rotate"
    ),
    path("members/", keys_api.MemberListView.as_view(), name="member-list"),
    path("members/<str:username>/", keys_api.MemberView.as_view(), name="member-detail"),
    path(
        "members/<str:username>/sessions/",
        sessions_api.MemberSessionsView.as_view(),
        name="member-sessions",
    ),
    path("ws-tickets/", keys_api.TicketView.as_view(), name="ws-ticket"),
]
