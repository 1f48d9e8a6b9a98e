import django.db.models.deletion
import uuid
from django.db import migrations, models
from hvrmet.core.db.sql import append_only, never_deleted, same_tenant, tenant_isolation


class Migration(migrations.Migration):

    dependencies = [
        ('knowledge', '0008_effects'),
        ('tenants', '0006_membership_provider'),
    ]

    operations = [
        migrations.CreateModel(
            name='CentreAdjustment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('entry', 'Entry'), ('cause', 'Cause'), ('preset', 'Preset')], max_length=10)),
                ('item', models.CharField(help_text='its name in the library', max_length=300)),
                ('path', models.CharField(blank=True, help_text='empty: the entry is not used', max_length=300)),
                ('own', models.BooleanField(default=False, help_text='of an entry that the centre adds')),
                ('was', models.JSONField(help_text='what the library said when it was adjusted', null=True)),
                ('known', models.JSONField(default=list, help_text='what the library said at other times, against which it was kept')),
                ('value', models.JSONField(null=True)),
                ('unit', models.CharField(blank=True, help_text="of a limit's number", max_length=50)),
                ('given', models.CharField(blank=True, help_text='as it was typed, if otherwise', max_length=100)),
                ('author', models.CharField(max_length=200)),
                ('author_id', models.UUIDField()),
                ('saved_at', models.DateTimeField()),
                ('dropped', models.BooleanField(default=False)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'default_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='Overlay',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.PositiveIntegerField()),
                ('version', models.CharField(help_text='of the release with the overlay in it', max_length=80)),
                ('entries', models.PositiveIntegerField(help_text='that the release has with the overlay in it')),
                ('digest', models.CharField(help_text='of the release with the overlay in it', max_length=64)),
                ('document', models.JSONField(help_text='the release with the overlay in it')),
                ('adjustments', models.JSONField(help_text='each `Adjustment`')),
                ('made_by', models.CharField(max_length=200)),
                ('made_by_id', models.UUIDField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'default_manager_name': 'objects',
            },
        ),
        migrations.RemoveConstraint(
            model_name='adoption',
            name='adoption_proposed_once',
        ),
        migrations.AddField(
            model_name='centreadjustment',
            name='tenant',
            field=models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant'),
        ),
        migrations.AddField(
            model_name='overlay',
            name='base',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='knowledge.release'),
        ),
        migrations.AddField(
            model_name='overlay',
            name='tenant',
            field=models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant'),
        ),
        migrations.AddField(
            model_name='adoption',
            name='overlay',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='knowledge.overlay'),
        ),
        migrations.AddConstraint(
            model_name='adoption',
            constraint=models.UniqueConstraint(condition=models.Q(('adopted_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('tenant', 'release', 'overlay'), name='adoption_proposed_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='centreadjustment',
            constraint=models.UniqueConstraint(fields=('tenant', 'kind', 'item', 'path'), name='adjustment_once'),
        ),
        migrations.AddConstraint(
            model_name='overlay',
            constraint=models.UniqueConstraint(fields=('tenant', 'number'), name='overlay_number'),
        ),
        migrations.AddConstraint(
            model_name='overlay',
            constraint=models.UniqueConstraint(fields=('tenant', 'digest'), name='overlay_digest'),
        ),
        migrations.AddConstraint(
            model_name='overlay',
            constraint=models.UniqueConstraint(fields=('tenant', 'id'), name='overlay_of_tenant'),
        ),
        tenant_isolation("knowledge_centreadjustment"),
        tenant_isolation("knowledge_overlay"),
        same_tenant("knowledge_adoption", "overlay_id", "knowledge_overlay"),
        never_deleted("knowledge_centreadjustment"),
        append_only("knowledge_overlay"),
    ]
